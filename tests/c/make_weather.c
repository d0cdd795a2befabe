/* Makes a tree of the schema of docs/tutorials/format.md, and writes it to the file that it is given. */
#include "weather.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    weather root = weather_new();
    weather_station_entry entry = weather_station_entry_new(root.record);
    weather_station station = weather_station_new(root.record);
    weather_station_body body = weather_station_body_new(root.record);
    nacf_error error;
    uint8_t *out;
    size_t size;
    FILE *file;
    weather_append_stations(root, entry);
    weather_station_entry_set_station(entry, station);
    weather_station_set_body(station, body);
    if (argc == 3)
        weather_station_set_crc(station, 7); /* stale */
    weather_set_has_note(root, false);
    weather_set_is_metric(root, true);
    weather_station_body_set_name(body, nacf_words("Kiel"));
    weather_station_body_set_kind(body, WEATHER_KIND_LAND);
    weather_station_body_set_latitude(body, 54.25);
    weather_station_body_set_days(body, NULL, 0);
    if (argc < 2 || weather_write(root, &out, &size, &error) != NACF_OK) {
        fprintf(stderr, "%s: %s\n", error.path, error.message);
        weather_free(root);
        return 1;
    }
    file = fopen(argv[1], "wb");
    if (!file || fwrite(out, 1, size, file) != size)
        return 1;
    fclose(file);
    free(out);
    weather_free(root);
    return 0;
}
