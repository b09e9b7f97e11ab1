/** Kinds of sound and vibration for a verdict. They differ in number and pitch. */
export type Signal = 'good' | 'bad' | 'again'

type Note = { readonly from: number; readonly hertz: number; readonly seconds: number }
const NOTES: Readonly<Record<Signal, readonly Note[]>> = {
  good: [
    { from: 0, hertz: 880, seconds: 0.09 },
    { from: 0.1, hertz: 1320, seconds: 0.14 },
  ],
  again: [{ from: 0, hertz: 440, seconds: 0.12 }],
  bad: [
    { from: 0, hertz: 196, seconds: 0.22 },
    { from: 0.28, hertz: 196, seconds: 0.22 },
  ],
}
/** Vibration patterns: milliseconds on and off, in turn. */
const BUZZES: Readonly<Record<Signal, readonly number[]>> = { good: [60], again: [30, 60, 30], bad: [200, 80, 200] }
const LOUDNESS = 0.4

let context: AudioContext | undefined

/** Enables sound. Must be called on a press, as browsers require a user gesture. */
export function wakeSound(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  // Rejects if the browser requires another gesture. There is no sound then.
  context.resume().catch(() => undefined)
}

export function giveSignal(kind: Signal, isSilent: boolean): void {
  // Ignored before the first touch. Desktops have no vibration.
  if ('vibrate' in navigator) navigator.vibrate([...BUZZES[kind]])
  if (isSilent || context?.state !== 'running') return
  const { currentTime, destination } = context
  for (const { from, hertz, seconds } of NOTES[kind]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.type = kind === 'bad' ? 'sawtooth' : 'sine'
    tone.frequency.value = hertz
    // Fades in and out, to avoid clicks.
    volume.gain.setValueAtTime(0, currentTime + from)
    volume.gain.linearRampToValueAtTime(LOUDNESS, currentTime + from + 0.01)
    volume.gain.setValueAtTime(LOUDNESS, currentTime + from + seconds - 0.02)
    volume.gain.linearRampToValueAtTime(0, currentTime + from + seconds)
    tone.connect(volume).connect(destination)
    tone.start(currentTime + from)
    tone.stop(currentTime + from + seconds)
  }
}
