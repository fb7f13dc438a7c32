/* Sorting, CRC, matrices, strings and big numbers: prints a line about each.
 *
 * Standard C without a library. The same source runs on the host, whose output is the right one.
 */
#include <stddef.h>
#include <stdint.h>

void put(int character);

static uint32_t seed = 12345;

static uint32_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

/* ---- printing */

static void print(const char *text)
{
    while (*text)
        put(*text++);
}

static void print_hex(uint32_t value)
{
    for (int shift = 28; shift >= 0; shift -= 4)
        put("0123456789abcdef"[value >> shift & 15]);
}

static void print_decimal(int32_t value)
{
    char digits[12];
    size_t count = 0;
    uint32_t left = value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
    do {
        digits[count++] = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (value < 0)
        put('-');
    while (count)
        put(digits[--count]);
}

static void report(const char *name, uint32_t value)
{
    print(name);
    print(": ");
    print_hex(value);
    put('\n');
}

/* ---- CRC */

static uint32_t crc_table[256];

static void make_crc_table(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++)
            value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
        crc_table[i] = value;
    }
}

static uint32_t crc32(const void *data, size_t length)
{
    const uint8_t *at = data;
    uint32_t crc = 0xffffffffu;
    while (length--)
        crc = crc >> 8 ^ crc_table[(crc ^ *at++) & 255];
    return ~crc;
}

static uint16_t crc16(const void *data, size_t length)
{
    const uint8_t *at = data;
    uint16_t crc = 0xffff;
    while (length--) {
        crc ^= (uint16_t)(*at++ << 8);
        for (int bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}

/* ---- sorting */

#define COUNT 97

static int compare(int32_t a, int32_t b)
{
    return a < b ? -1 : a > b;
}

static void quick_sort(int32_t *values, int low, int high)
{
    while (low < high) {
        int32_t pivot = values[low + (high - low) / 2];
        int i = low, j = high;
        while (i <= j) {
            while (compare(values[i], pivot) < 0)
                i++;
            while (compare(values[j], pivot) > 0)
                j--;
            if (i <= j) {
                int32_t other = values[i];
                values[i++] = values[j];
                values[j--] = other;
            }
        }
        if (j - low < high - i) {
            quick_sort(values, low, j);
            low = i;
        } else {
            quick_sort(values, i, high);
            high = j;
        }
    }
}

static void sift(int16_t *values, int root, int end)
{
    for (int child; (child = 2 * root + 1) < end; root = child) {
        if (child + 1 < end && values[child] < values[child + 1])
            child++;
        if (values[root] >= values[child])
            return;
        int16_t other = values[root];
        values[root] = values[child];
        values[child] = other;
    }
}

static void heap_sort(int16_t *values, int count)
{
    for (int root = count / 2; root-- > 0;)
        sift(values, root, count);
    for (int end = count - 1; end > 0; end--) {
        int16_t last = values[end];
        values[end] = values[0];
        values[0] = last;
        sift(values, 0, end);
    }
}

static void check_sorting(void)
{
    static int32_t values[COUNT];
    static int16_t halves[COUNT];
    for (int i = 0; i < COUNT; i++) {
        values[i] = (int32_t)next_random();
        halves[i] = (int16_t)next_random();
    }
    quick_sort(values, 0, COUNT - 1);
    heap_sort(halves, COUNT);
    int ordered = 1;
    for (int i = 1; i < COUNT; i++)
        ordered &= values[i - 1] <= values[i];
    report("sorted", (uint32_t)ordered);
    report("quick sort", crc32(values, sizeof values));
    report("heap sort", crc32(halves, sizeof halves));
    print_decimal(values[0]);
    put(' ');
    print_decimal(values[COUNT - 1]);
    put('\n');
}

/* ---- matrices */

#define SIZE 11

static void check_matrices(void)
{
    static int32_t a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            a[i][j] = (int32_t)(next_random() & 0xffff) - 0x8000;
            b[i][j] = (int8_t)next_random();
        }
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            int64_t sum = 0;
            for (int k = 0; k < SIZE; k++)
                sum += (int64_t)a[i][k] * b[k][j];
            c[i][j] = (int32_t)sum;
        }
    report("product", crc32(c, sizeof c));
    /* Determinant modulo a prime, by elimination. */
    const uint32_t prime = 65521;
    uint32_t determinant = 1;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            a[i][j] = (int32_t)((uint32_t)c[i][j] % prime);
    for (int column = 0; column < SIZE; column++) {
        uint32_t pivot = (uint32_t)a[column][column], inverse = 1;
        for (uint32_t power = prime - 2, base = pivot; power; power >>= 1) {
            if (power & 1)
                inverse = inverse * base % prime;
            base = base * base % prime;
        }
        determinant = determinant * pivot % prime;
        for (int row = column + 1; row < SIZE; row++) {
            uint32_t factor = (uint32_t)a[row][column] * inverse % prime;
            for (int k = column; k < SIZE; k++)
                a[row][k] = (int32_t)(((uint32_t)a[row][k] + prime
                            - factor * (uint32_t)a[column][k] % prime) % prime);
        }
    }
    report("determinant", determinant);
}

/* ---- strings */

static size_t length_of(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

static const char *find(const char *text, const char *what)
{
    for (; *text; text++) {
        size_t i = 0;
        while (what[i] && text[i] == what[i])
            i++;
        if (!what[i])
            return text;
    }
    return 0;
}

static int32_t parse(const char *text)
{
    int32_t value = 0;
    int negative = *text == '-';
    for (text += negative; *text >= '0' && *text <= '9'; text++)
        value = 10 * value + (*text - '0');
    return negative ? -value : value;
}

static void check_strings(void)
{
    static const char text[] = "the quick brown fox jumps over the lazy dog, 32 times -1734 or so";
    static char changed[sizeof text];
    unsigned words = 0, letters[26] = {0};
    for (size_t i = 0; i < sizeof text; i++) {
        char character = text[i];
        if (character >= 'a' && character <= 'z') {
            letters[character - 'a']++;
            words += i == 0 || text[i - 1] == ' ';
            character = (char)('a' + (character - 'a' + 13) % 26);
        }
        changed[i] = character;
    }
    print(changed);
    put('\n');
    report("words", words);
    report("letters", crc32(letters, sizeof letters));
    report("length", (uint32_t)length_of(changed));
    report("found", (uint32_t)(find(text, "lazy") - text));
    print_decimal(parse(find(text, "-17")));
    put('\n');
    report("crc16", crc16(text, sizeof text - 1));
}

/* ---- numbers */

static uint32_t square_root(uint32_t value)
{
    uint32_t root = 0;
    for (uint32_t bit = 1u << 30; bit; bit >>= 2) {
        if (value >= root + bit) {
            value -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return root;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void check_numbers(void)
{
    uint32_t sum = 0;
    for (int i = 0; i < 60; i++) {
        uint32_t a = next_random(), b = next_random() >> (i & 31) | 1;
        int32_t c = (int32_t)a, d = (int32_t)b;
        sum = (sum << 5 | sum >> 27) ^ (a / b + a % b);
        sum += (uint32_t)(c / (d | 1) ^ c % (d | 1));
        sum ^= (uint32_t)((uint64_t)a * b >> 32) + square_root(a) + common_divisor(a, b);
        sum += (uint32_t)__builtin_popcount(a) + (uint32_t)__builtin_clz(b)
               + (uint32_t)__builtin_ctz(a | 0x80000000u) + (a & ~b) + (c > d ? a : b);
        sum ^= __builtin_bswap32(a);
    }
    report("numbers", sum);
    /* The factorial of 25 in base 10000. */
    static uint16_t digits[8] = {1};
    for (uint32_t factor = 2; factor <= 25; factor++) {
        uint32_t carry = 0;
        for (int i = 0; i < 8; i++) {
            uint32_t value = digits[i] * factor + carry;
            digits[i] = (uint16_t)(value % 10000);
            carry = value / 10000;
        }
    }
    for (int i = 6; i >= 0; i--)
        for (uint32_t unit = 1000; unit; unit /= 10)
            put((char)('0' + digits[i] / unit % 10));
    put('\n');
}

int main(void)
{
    make_crc_table();
    report("crc32", crc32("123456789", 9));
    check_sorting();
    check_matrices();
    check_strings();
    check_numbers();
    return 0;
}
