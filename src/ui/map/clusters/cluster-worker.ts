import { expose } from 'comlink'
import { createClusterIndex } from './cluster-index.ts'

/** Clusters points in a worker, so that the page stays responsive even with 100,000 points. */
expose(createClusterIndex())
