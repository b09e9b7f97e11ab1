import { expose } from 'comlink'
import { createClusterIndex } from './cluster-index.ts'

/** Clusters up to 100,000 points in a worker, so that the page stays responsive. */
expose(createClusterIndex())
