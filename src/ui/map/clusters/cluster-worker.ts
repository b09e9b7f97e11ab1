import { expose } from 'comlink'
import { createClusters } from './cluster-index.ts'

/** Clusters up to 100,000 points in a worker, so that the page stays responsive. */
expose(createClusters())
