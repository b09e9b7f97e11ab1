export * from './normalise-for-search.ts'
export * from './pick-page.ts'
export * from './terms.ts'
export * from './words.ts'
