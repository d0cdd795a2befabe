/* Makes a tree of stranger.ksy, and writes it to the file that it is given; with the notes that it is given, or "end". */
#include "stranger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static nacf_bytes text(const char *words)
{
    nacf_bytes bytes = {(const uint8_t *)words, strlen(words)};
    return bytes;
}

int main(int argc, char **argv)
{
    stranger *log = stranger_new();
    nacf_node *tree = &log->node;
    stranger_station *station = (stranger_station *)(void *)nacf_add(tree, &type_of_stranger_station);
    stranger_chunk *chunk = (stranger_chunk *)(void *)nacf_add(tree, &type_of_stranger_chunk);
    nacf_error error;
    uint8_t *out;
    size_t size;
    FILE *file;
    int k;
    log->version = 2;
    log->has_names = true;
    log->stations.items = nacf_room(tree, sizeof *log->stations.items);
    log->stations.items[log->stations.count++] = station;
    station->name = text("Kiel");
    station->has.name = NACF_THERE;
    station->place.items = nacf_room(tree, 2 * sizeof *station->place.items);
    station->place.count = 2;
    station->place.items[1] = 10.5;
    log->chunks.items = nacf_room(tree, sizeof *log->chunks.items);
    log->chunks.items[log->chunks.count++] = chunk;
    chunk->body = (stranger_body *)(void *)nacf_add(tree, &type_of_stranger_body);
    chunk->has.body = NACF_THERE;
    chunk->body->values.items = nacf_room(tree, 2 * sizeof *chunk->body->values.items);
    chunk->body->values.items[0] = 3;
    chunk->body->values.items[1] = -4;
    chunk->body->values.count = 2;
    log->notes.items = nacf_room(tree, (size_t)argc * sizeof *log->notes.items);
    if (argc == 2)
        log->notes.items[log->notes.count++] = text("end");
    for (k = 2; k < argc; k++)
        log->notes.items[log->notes.count++] = text(argv[k]);
    if (argc < 2 || stranger_write(log, &out, &size, &error) != NACF_OK) {
        fprintf(stderr, "%s: %s\n", error.path, error.message);
        return 1;
    }
    file = fopen(argv[1], "wb");
    if (!file || fwrite(out, 1, size, file) != size)
        return 1;
    fclose(file);
    free(out);
    stranger_free(log);
    return 0;
}
