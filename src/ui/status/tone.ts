/** The four meanings, and two neutral tones. A meaning always has an icon and a text; colour is only an aid. */
export type Tone = 'received' | 'waiting' | 'attention' | 'held' | 'sending' | 'quiet'
