import { write, writeSync } from 'node:fs'

/** Milliseconds for which lines are collected. */
const PAUSE = 250
/** Maximum queued bytes; further lines are dropped and counted, because a slow log must not fill the memory. */
const MAX_WAITING = 1024 * 1024
const RETRY_MS = 50

export type LineWriter = {
  write(line: string): void
  /** writes the queued lines synchronously */
  close(): void
}

/**
 * Writes lines in batches from a thread of the pool. `process.stdout` would block this thread for each line while the
 * receiver is slow.
 * @param fd file descriptor; 1 is the standard output
 */
export function createLineWriter(fd: number): LineWriter {
  let waiting: string[] = []
  let bytes = 0
  let dropped = 0
  let writing = Buffer.alloc(0)
  let timer: NodeJS.Timeout | undefined

  function schedule(pause: number): void {
    timer ??= setTimeout(flush, pause).unref()
  }

  function takeWaiting(): void {
    if (dropped > 0) waiting.push(JSON.stringify({ level: 'error', event: 'request-log.dropped', lines: dropped }))
    if (waiting.length > 0) writing = Buffer.concat([writing, Buffer.from(`${waiting.join('\n')}\n`)])
    waiting = []
    bytes = dropped = 0
  }

  function flush(): void {
    if (writing.length === 0) takeWaiting()
    write(fd, writing, (error, written) => {
      timer = undefined
      writing = error === null ? writing.subarray(written) : keepAfter(error)
      if (writing.length > 0) schedule(RETRY_MS)
      else if (waiting.length > 0) schedule(PAUSE)
    })
  }

  /** @returns the bytes to write again: all if the pipe was full, none if the receiver has closed it */
  function keepAfter(error: NodeJS.ErrnoException): typeof writing {
    return error.code === 'EAGAIN' ? writing : Buffer.alloc(0)
  }

  return {
    write: (line) => {
      if (bytes > MAX_WAITING) dropped += 1
      else {
        waiting.push(line)
        bytes += line.length
      }
      schedule(PAUSE)
    },
    close: () => {
      clearTimeout(timer)
      takeWaiting()
      try {
        if (writing.length > 0) writeSync(fd, writing)
      } catch {
        // The receiver has closed the pipe.
      }
      writing = Buffer.alloc(0)
    },
  }
}
