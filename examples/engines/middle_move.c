/* An engine in C by the plain protocol of lines: plays the middle one of the legal moves.
   cc -o middle_move middle_move.c && zermelo match othello "lines:./middle_move" random */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096
#define LENGTH 512

static char legal[MOST][LENGTH];

int main(void) {
    static char line[65536];
    int moves = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strncmp(line, "zermelo ", 8)) puts("ready middle move");
        else if (!strncmp(line, "game ", 5)) moves = 0;
        else if (!strncmp(line, "legal ", 6) && moves < MOST) snprintf(legal[moves++], LENGTH, "%s", line + 6);
        else if (!strcmp(line, "go")) printf("move %s\n", legal[moves / 2]);
        else if (!strcmp(line, "quit")) break;
    }
    return 0;
}
