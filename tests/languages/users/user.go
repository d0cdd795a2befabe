// Reads a pass of a satellite, changes it, appends an event, and writes it: user IN OUT.
package main

import (
	"fmt"
	"log"
	"os"

	"example.org/station/satx/satx"
)

func detail(file satx.Satx, packet satx.Packet) (string, error) {
	switch body := packet.Body().(type) {
	case satx.Telemetry:
		sum := int64(0)
		for _, series := range body.Series() {
			for _, sample := range series.Samples() {
				sum += sample
			}
		}
		return fmt.Sprint(sum), nil
	case satx.Event:
		temperature := "-"
		if value, ok := body.Temperature(); ok {
			temperature = fmt.Sprint(value)
		}
		return fmt.Sprintf("%v %s %s", body.Severity(), temperature, body.Message()), nil
	case satx.Position:
		channels := file.Channels()
		if len(channels) == 0 {
			return "-", nil
		}
		return channels[0].Name()
	case satx.PacketBodyBytes:
		return fmt.Sprintf("%x", body), nil
	}
	return "", nil
}

func change(packet satx.Packet) {
	switch body := packet.Body().(type) {
	case satx.Telemetry:
		for _, series := range body.Series() {
			series.SetSamples(append(series.Samples(), -1))
		}
	case satx.Event:
		body.SetSeverity(satx.SeverityCritical)
		if _, ok := body.Temperature(); ok {
			body.ClearTemperature()
			body.SetHasTemperature(0)
		} else {
			body.SetTemperature(2900)
			body.SetHasTemperature(1)
		}
	}
}

func run(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	file, err := satx.Read(data)
	if err != nil {
		return err
	}
	packets := file.Packets()
	for _, packet := range packets {
		shown, err := detail(file, packet)
		if err != nil {
			return err
		}
		fmt.Println(packet.Elapsed(), packet.Kind(), shown)
		change(packet)
	}

	file.SetStationID(8)
	file.SetMission("Sæhrímnir 3 🚀")
	file.Flags().SetIsReplay(true)

	file.SetPackets(append(packets, satx.NewPacket(file, satx.PacketFields{
		Kind:    satx.KindEvent,
		Elapsed: 90_000_000,
		Body:    satx.NewEvent(file, satx.EventFields{Code: 99, Message: "added"}),
	})))

	_, hasTrailer := file.Trailer()
	file.Flags().SetHasTrailer(!hasTrailer)
	if hasTrailer {
		file.ClearTrailer()
	} else {
		file.SetTrailer(satx.NewTrailer(file, satx.TrailerFields{NumLost: 1}))
	}
	written, err := file.Write()
	if err != nil {
		return err
	}
	return os.WriteFile(to, written, 0o666)
}

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}
