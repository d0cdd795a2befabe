/** Numbers that can grow: the first `size` of `data`. */
export class CLASS {
    ⟨data: ARRAY;⟩
    ⟨size: number;⟩
    constructor(data⟨?: ARRAY | number⟩) {
        this.data = data instanceof ARRAY ? data : new ARRAY(data ?? 0);
        this.size = this.data.length;
    }
    reserve(count⟨: number⟩)⟨: void⟩ {
        if (this.size + count > this.data.length) {
            const grown = new ARRAY(Math.max(this.size + count, 2 * this.data.length, 16));
            grown.set(this.data.subarray(0, this.size));
            this.data = grown;
        }
    }
    push(number⟨: number⟩)⟨: void⟩ {
        if (this.size === this.data.length) {
            this.reserve(1);
        }
        this.data[this.size++] = number;
    }
    pop()⟨: number⟩ { return this.data[--this.size]; }
    clear()⟨: void⟩ { this.size = 0; }
    /** Return an element. A class that is not all in memory has its own `at` and `part`. */
    at(index⟨: number⟩)⟨: number⟩ { return this.data[index]; }
    /** Return elements, the end excluded; they are not copied. */
    part(start⟨: number⟩, end⟨: number⟩)⟨: ARRAY⟩ { return this.data.subarray(start, end); }
}
