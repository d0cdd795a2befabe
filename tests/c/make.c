/* Makes a tree of stranger.ksy, and writes it to the file that it is given; with the notes that it is given, or "end". */
#include "stranger.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    stranger tree = stranger_new();
    stranger_station station = stranger_station_new(tree.record);
    stranger_chunk chunk = stranger_chunk_new(tree.record);
    stranger_body body = stranger_body_new(tree.record);
    const double place[] = {0, 10.5};
    nacf_error error;
    uint8_t *out;
    size_t size;
    FILE *file;
    int k;
    stranger_set_version(tree, 2);
    stranger_set_has_names(tree, true);
    stranger_set_quality(tree, 0);
    stranger_set_checksum(tree, 0);
    stranger_station_set_height(station, 0);
    stranger_append_stations(tree, station);
    stranger_station_set_name(station, nacf_words("Kiel"));
    stranger_station_set_readings(station, NULL, 0);
    for (k = 0; k < 2; k++)
        stranger_station_append_place(station, place[k]);
    stranger_append_chunks(tree, chunk);
    stranger_chunk_set_body(chunk, body);
    stranger_body_append_values(body, 3);
    stranger_body_append_values(body, -4);
    if (argc == 2)
        stranger_append_notes(tree, nacf_words("end"));
    for (k = 2; k < argc; k++)
        stranger_append_notes(tree, nacf_words(argv[k]));
    if (argc < 2 || stranger_write(tree, &out, &size, &error) != NACF_OK) {
        fprintf(stderr, "%s: %s\n", error.path, error.message);
        stranger_free(tree);
        return 1;
    }
    file = fopen(argv[1], "wb");
    if (!file || fwrite(out, 1, size, file) != size)
        return 1;
    fclose(file);
    free(out);
    stranger_free(tree);
    return 0;
}
