/* Reads a file of satx.ksy, prints its packets, changes it, and writes it: user IN OUT */
#include "satx.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint8_t *load(const char *name, size_t *size)
{
    static uint8_t data[1 << 16];
    FILE *file = fopen(name, "rb");
    if (!file)
        return NULL;
    *size = fread(data, 1, sizeof data, file);
    fclose(file);
    return data;
}

static void print_text(nacf_bytes text)
{
    if (text.size)
        fwrite(text.data, 1, text.size, stdout);
}

static void print_telemetry(satx_telemetry body)
{
    int64_t sum = 0;
    size_t k, j;
    for (k = 0; k < satx_telemetry_count_series(body); k++) {
        satx_series series = satx_telemetry_get_series(body, k);
        for (j = 0; j < satx_series_count_samples(series); j++)
            sum += satx_series_get_samples(series, j);
    }
    printf("%" PRId64, sum);
}

static void print_event(satx_event body)
{
    printf("%s ", satx_severity_name(satx_event_get_severity(body)));
    if (satx_event_has_temperature(body))
        printf("%d ", satx_event_get_temperature(body));
    else
        fputs("- ", stdout);
    print_text(satx_event_get_message(body));
}

/* Print the name of the first channel, which is read where it is. */
static void print_channel(satx tree)
{
    nacf_error error;
    if (satx_count_channels(tree) == 0)
        putchar('-');
    else if (satx_channel_ask_name(satx_get_channels(tree, 0), &error) == NACF_OK)
        print_text(satx_channel_get_name(satx_get_channels(tree, 0)));
}

static void print_packet(satx tree, satx_packet packet)
{
    const char *kind = satx_kind_name(satx_packet_get_kind(packet));
    nacf_any body = satx_packet_get_body(packet);
    nacf_bytes octets = nacf_octets(body);
    size_t k;
    printf("%" PRIu64 " ", satx_packet_get_elapsed(packet));
    if (kind)
        printf("%s ", kind);
    else
        printf("%u ", satx_packet_get_kind(packet));
    switch (satx_packet_get_kind(packet)) {
    case SATX_KIND_TELEMETRY:
        print_telemetry(satx_telemetry_of(body));
        break;
    case SATX_KIND_EVENT:
        print_event(satx_event_of(body));
        break;
    case SATX_KIND_POSITION:
        print_channel(tree);
        break;
    default:
        for (k = 0; k < octets.size; k++)
            printf("%02x", octets.data[k]);
    }
    putchar('\n');
}

static void change_packet(satx_packet packet)
{
    satx_telemetry telemetry = satx_telemetry_of(satx_packet_get_body(packet));
    satx_event event = satx_event_of(satx_packet_get_body(packet));
    size_t k;
    if (satx_packet_get_kind(packet) == SATX_KIND_TELEMETRY) {
        for (k = 0; k < satx_telemetry_count_series(telemetry); k++)
            satx_series_append_samples(satx_telemetry_get_series(telemetry, k), -1);
    } else if (satx_packet_get_kind(packet) == SATX_KIND_EVENT) {
        satx_event_set_severity(event, SATX_SEVERITY_CRITICAL);
        satx_event_set_has_temperature(event, !satx_event_has_temperature(event));
        if (satx_event_has_temperature(event))
            satx_event_unset_temperature(event);
        else
            satx_event_set_temperature(event, 2900);
    }
}

static void change(satx tree)
{
    satx_flags flags = satx_get_flags(tree);
    satx_packet packet = satx_packet_new(tree.record);
    satx_event event = satx_event_new(tree.record);
    satx_trailer trailer = satx_trailer_new(tree.record);
    size_t k;
    satx_set_station_id(tree, 8);
    satx_set_mission(tree, nacf_words("S\303\246hr\303\255mnir 3 \360\237\232\200"));
    satx_flags_set_is_replay(flags, true);
    for (k = 0; k < satx_count_packets(tree); k++)
        change_packet(satx_get_packets(tree, k));
    satx_event_set_code(event, 99);
    satx_event_set_message(event, nacf_words("added"));
    satx_packet_set_kind(packet, SATX_KIND_EVENT);
    satx_packet_set_elapsed(packet, 90000000);
    satx_packet_set_body(packet, satx_event_any(event));
    satx_append_packets(tree, packet);
    satx_flags_set_has_trailer(flags, !satx_has_trailer(tree));
    if (satx_has_trailer(tree)) {
        satx_unset_trailer(tree);
    } else {
        satx_trailer_set_num_lost(trailer, 1);
        satx_set_trailer(tree, trailer);
    }
}

int main(int argc, char **argv)
{
    size_t size = 0, written = 0, k;
    uint8_t *data = argc == 3 ? load(argv[1], &size) : NULL, *out = NULL;
    satx tree;
    nacf_error error;
    FILE *file;
    if (!data)
        return 2;
    if (satx_read(data, size, &tree, &error) == NACF_OK) {
        for (k = 0; k < satx_count_packets(tree); k++)
            print_packet(tree, satx_get_packets(tree, k));
        nacf_ask_all(tree.record, &error);
        change(tree);
        if (satx_write(tree, &out, &written, &error) == NACF_OK && (file = fopen(argv[2], "wb")) != NULL) {
            fwrite(out, 1, written, file);
            fclose(file);
        }
    }
    if (error.status != NACF_OK)
        fprintf(stderr, "%s (byte %" PRIu64 "): %s\n", error.path, error.offset, error.message);
    free(out);
    satx_free(tree);
    return error.status;
}
