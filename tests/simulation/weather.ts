import { refuse } from '#domain/kernel/index.ts'
import type { JobResult } from '#core/ports.ts'

/** Faults of one call of an external system. */
export type Weather = {
  /** A call begins, and a fault may occur. @returns whether the system replies */
  reaches(): boolean
  /** The call was performed. @returns whether the reply is lost */
  losesReply(): boolean
}

export const UNREACHABLE: JobResult = refuse('network.unreachable')
