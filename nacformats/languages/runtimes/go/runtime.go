package machine

import (
	"math"
	"strconv"
)

// Failed is what the machine panics with; the machine knows why.
type Failed struct{}

// Succeeds returns whether a function of the machine does not fail.
func Succeeds(function func(m *Machine), m *Machine) (ok bool) {
	defer func() {
		if thrown := recover(); thrown != nil {
			if _, isFailed := thrown.(Failed); !isFailed {
				panic(thrown)
			}
			ok = false
		}
	}()
	function(m)
	return true
}

func Choose[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

func Lazily[T any](condition bool, yes, no func() T) T {
	if condition {
		return yes()
	}
	return no()
}

func Pop[T any](list *[]T) T {
	last := len(*list) - 1
	popped := (*list)[last]
	*list = (*list)[:last]
	return popped
}

func Min(a, b int64) int64 { return Choose(a < b, a, b) }

func Max(a, b int64) int64 { return Choose(a < b, b, a) }

func IntOf(number uint64) int64 { return int64(Choose(number < 1<<53, number, 1<<53-1)) }

func NumberAt(numbers []uint64, index int64) uint64 { return numbers[index] }

func SetHalves(numbers *[]uint64, index, low, high int64) {
	(*numbers)[index] = uint64(low) | uint64(high)<<32
}

func AddHalves(numbers *[]uint64, low, high int64) {
	*numbers = append(*numbers, uint64(low)|uint64(high)<<32)
}

func BitsOfReal(number float64, width int64) uint64 {
	if width == 8 {
		return math.Float64bits(number)
	}
	return uint64(math.Float32bits(float32(number)))
}

func RealOfBits(bits uint64, width int64) float64 {
	if width == 8 {
		return math.Float64frombits(bits)
	}
	return float64(math.Float32frombits(uint32(bits)))
}

func RealOf(number uint64) float64 { return float64(number) }

func Truncated(number float64) uint64 {
	if number < 1<<64 {
		return uint64(number)
	}
	return Choose[uint64](number != number, 0, math.MaxUint64)
}

func TextOfInt(number int64) string { return strconv.FormatInt(number, 10) }

func TextOfBytes(data []byte, start, end int64) string { return string(data[start:end]) }

func PutText(to *[]byte, text string) { *to = append(*to, text...) }

func PutRange(to *[]byte, data []byte, start, end int64) { *to = append(*to, data[start:end]...) }

func PutFill(to *[]byte, count, value int64) {
	for ; count > 0; count-- {
		*to = append(*to, byte(value))
	}
}

func Cut(data *[]byte, size int64) { *data = (*data)[:size] }
