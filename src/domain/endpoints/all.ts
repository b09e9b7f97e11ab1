import type { Endpoint } from './endpoint.ts'
import * as subjects from './subjects.ts'

type Subjects = typeof subjects
/** All endpoints by name. Pages import endpoints individually to stay small. */
export type Api = {
  readonly [Name in keyof Subjects as Subjects[Name] extends Endpoint ? Name : never]: Subjects[Name]
}
export type EndpointName = keyof Api

export const API = Object.fromEntries(
  Object.entries<unknown>(subjects).filter(
    ([, one]) => typeof one === 'object' && one !== null && 'summary' in one && 'path' in one,
  ),
) as unknown as Api
