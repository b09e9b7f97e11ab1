export * from './countries-api.ts'
export { treeOfPlaces, type Places } from './tree-of-places.ts'
export * from './area-listing.ts'
