import { unreachable } from '#domain/kernel/index.ts'

/** Ways in which other systems can fail. */
export const MISBEHAVIOURS = [
  'silence',
  'trickle',
  'cut',
  'html',
  'not-json',
  'other-shape',
  'endless',
  'failing',
  'redirect',
] as const
export type Misbehaviour = (typeof MISBEHAVIOURS)[number]

export type MisbehaviourContext = { readonly signal: AbortSignal; readonly cut: () => void; readonly elsewhere: string }

const JSON_HEADERS = { 'content-type': 'application/json' }

/**
 * Gives a faulty reply. `silence` and `trickle` end only when the other side disconnects.
 * @param line `signal`: the other side has disconnected; `cut` disconnects from this side; `elsewhere`: a URL that
 * works
 */
export async function misbehave(how: Misbehaviour, line: MisbehaviourContext): Promise<Response> {
  switch (how) {
    case 'silence':
      await hasHungUp(line.signal)
      return new Response(null, { status: 503 })
    case 'trickle':
      return new Response(new ReadableStream({ start: (controller) => controller.enqueue(encodeText('{"areas":[')) }), {
        headers: JSON_HEADERS,
      })
    case 'cut':
      return new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(encodeText('{"areas":[{"areaId":')),
          pull: line.cut,
        }),
        { headers: { ...JSON_HEADERS, 'content-length': '500' } },
      )
    case 'html':
      return new Response('<!doctype html><title>Iniciar sesión</title>', { headers: { 'content-type': 'text/html' } })
    case 'not-json':
      return new Response('{"areas": [', { headers: JSON_HEADERS })
    case 'other-shape':
      return Response.json({ areas: 'ninguna', id: null, groupsProcedure: { id: 1 }, __proto__: { id: 'x' } })
    case 'endless':
      return new Response(
        new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)) }),
        { headers: JSON_HEADERS },
      )
    case 'failing':
      return Response.json({ error: 'interno' }, { status: 500 })
    case 'redirect':
      return new Response(null, { status: 302, headers: { location: line.elsewhere } })
    default:
      return unreachable(how)
  }
}

function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function hasHungUp(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
