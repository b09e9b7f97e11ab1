import { expose } from 'comlink'
import { readFormFile } from '#documents/import-form.ts'

/** A worker stand-in, because jsdom has none: the reader replies over a message channel, as from a thread. */
export class ReadingWorker extends EventTarget {
  readonly #port: MessagePort
  constructor() {
    super()
    const { port1, port2 } = new MessageChannel()
    expose({ importForm: readFormFile }, port2)
    port1.addEventListener('message', ({ data }) => this.dispatchEvent(new MessageEvent('message', { data })))
    port1.start()
    this.#port = port1
  }
  postMessage(message: unknown, transfer: Transferable[]): void {
    this.#port.postMessage(message, transfer)
  }
  terminate(): void {
    this.#port.close()
  }
}
