/** Four tones with a meaning, and two neutral tones. A meaning always has an icon and a text. Colour is only an aid. */
export type Tone = 'received' | 'waiting' | 'attention' | 'held' | 'sending' | 'quiet'
