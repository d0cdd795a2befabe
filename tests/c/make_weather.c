/* Makes a tree of the schema of docs/tutorials/format.md, and writes it to the file that it is given. */
#include "weather.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    weather *root = weather_new();
    nacf_node *tree = &root->node;
    weather_station_entry *entry = (weather_station_entry *)(void *)nacf_add(tree, &type_of_weather_station_entry);
    weather_station *station = (weather_station *)(void *)nacf_add(tree, &type_of_weather_station);
    weather_station_body *body = (weather_station_body *)(void *)nacf_add(tree, &type_of_weather_station_body);
    nacf_error error;
    uint8_t *out;
    size_t size;
    FILE *file;
    root->stations.items = nacf_room(tree, sizeof *root->stations.items);
    root->stations.items[root->stations.count++] = entry;
    entry->station = station;
    entry->has.station = NACF_THERE;
    station->body = body;
    station->crc = 7; /* stale */
    body->name.data = (const uint8_t *)"Kiel";
    body->name.size = 4;
    body->latitude = 54.25;
    if (argc != 2 || weather_write(root, &out, &size, &error) != NACF_OK) {
        fprintf(stderr, "%s: %s\n", error.path, error.message);
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
