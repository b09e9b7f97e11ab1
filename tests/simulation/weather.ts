import { refuse } from '#domain/kernel/index.ts'
import type { JobResult } from '#core/ports.ts'

/** What befalls one call of a system outside. */
export type Weather = {
  /** A call begins: something may strike now. @returns whether anybody answers */
  reaches(): boolean
  /** It was carried out. @returns whether the reply gets lost on the way */
  losesReply(): boolean
}

export const UNREACHABLE: JobResult = refuse('network.unreachable')
