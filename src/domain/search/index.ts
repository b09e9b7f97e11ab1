export * from './normalise-for-search.ts'
export * from './page-of.ts'
export * from './terms.ts'
export * from './words.ts'
