//! Reads a pass of a satellite, changes it, appends an event, and writes it: user IN OUT.
use satx::satx::{Event, Kind, Packet, PacketBody, Satx, Severity, Trailer};
use std::error::Error;

fn detail(satx: &Satx, packet: &Packet) -> Result<String, Box<dyn Error>> {
    Ok(match packet.body() {
        Some(PacketBody::Telemetry(telemetry)) => {
            telemetry.series().iter().flat_map(|series| series.samples()).sum::<i64>().to_string()
        }
        Some(PacketBody::Event(event)) => {
            let temperature = event.temperature().map_or("-".to_string(), |value| value.to_string());
            format!("{} {temperature} {}", event.severity(), event.message())
        }
        Some(PacketBody::Position(_)) => match satx.channels().first() {
            Some(channel) => channel.name()?.unwrap_or_default(),
            None => "-".to_string(),
        },
        Some(PacketBody::Bytes(data)) => data.iter().map(|byte| format!("{byte:02x}")).collect(),
        None => String::new(),
    })
}

fn change(packet: &Packet) {
    match packet.body() {
        Some(PacketBody::Telemetry(telemetry)) => {
            for series in telemetry.series() {
                let mut samples = series.samples();
                samples.push(-1);
                series.set_samples(&samples);
            }
        }
        Some(PacketBody::Event(event)) => {
            event.set_severity(Severity::Critical);
            let temperature = if event.temperature().is_some() { None } else { Some(2900) };
            event.set_has_temperature(temperature.is_some().into());
            event.set_temperature(temperature);
        }
        _ => {}
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().collect();
    let satx = Satx::read(&std::fs::read(&paths[1])?)?;
    let mut packets = satx.packets();
    for packet in &packets {
        println!("{} {} {}", packet.elapsed(), packet.kind(), detail(&satx, packet)?);
        change(packet);
    }

    satx.set_station_id(8);
    satx.set_mission("Sæhrímnir 3 🚀");
    satx.flags().set_is_replay(true);

    let event = Event::new_in(&satx).with_code(99).with_message("added");
    let packet = Packet::new_in(&satx).with_kind(Kind::Event).with_elapsed(90_000_000);
    packets.push(packet.with_body(event.into()));
    satx.set_packets(&packets);

    let trailer = if satx.trailer().is_some() { None } else { Some(Trailer::new_in(&satx).with_num_lost(1)) };
    satx.flags().set_has_trailer(trailer.is_some());
    satx.set_trailer(trailer.as_ref());
    std::fs::write(&paths[2], satx.write()?)?;
    Ok(())
}
