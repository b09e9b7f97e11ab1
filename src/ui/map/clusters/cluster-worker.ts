import { expose } from 'comlink'
import { createClusters } from './cluster-index.ts'

/** A hundred thousand points are put in order here, beside the page: it goes on moving. */
expose(createClusters())
