/** The four meanings, and two quiet ones. A meaning is always an icon and a word; its colour only helps. */
export type Tone = 'received' | 'waiting' | 'attention' | 'held' | 'sending' | 'quiet'
