/*
 * banned.h: calls that do not compile here.
 *
 * They write without a bound, keep hidden state, or hide overflow.  Included
 * by every .c file through the compiler's -include, after the system headers
 * that declare them.
 */
#ifndef BASE_BANNED_H
#define BASE_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#undef sprintf /* macros under _FORTIFY_SOURCE with clang */
#undef vsprintf
#pragma GCC poison strcpy strcat sprintf vsprintf strtok atoi atol atof
#pragma GCC poison localtime gmtime ctime asctime

#endif
