/** Bytes `start` to `end`, both included. */
export type ByteRange = { readonly start: number; readonly end: number }

const SINGLE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** Several or unreadable ranges get the whole file. @returns undefined: the whole; 'unsatisfiable': beyond its end */
export function rangeOf(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = SINGLE_RANGE.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

/** Lets only the range through; the bytes before are dropped: files are small, any store reads from the start. */
export function cut(stream: ReadableStream<Uint8Array>, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  let at = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        const from = Math.max(0, start - at)
        const to = Math.min(value.byteLength, end + 1 - at)
        at += value.byteLength
        if (to > from) controller.enqueue(value.subarray(from, to))
        if (at > end) {
          await reader.cancel()
          return controller.close()
        }
        if (to > from) return
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
