import { useLiveQuery } from 'dexie-react-hooks'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { loadTemplate, readMeta, type Local } from '#local/index.ts'

/**
 * Whether this device has the form. `coming`: it has received no forms yet, as when a link is opened right after the
 * first sign-in, so no one can say that there is no such form. `failed`: neither, and asking for them has failed.
 */
export function useArrival(local: Local, id: string): 'here' | 'coming' | 'failed' | 'missing' | undefined {
  return useLiveQuery(async () => {
    const parsed = templateIdSchema.safeParse(id)
    const [template, pulledAt, failed] = await Promise.all([
      parsed.success ? loadTemplate(local, parsed.data) : undefined,
      readMeta(local, 'pulledAt'),
      readMeta(local, 'firstPullFailed'),
    ])
    if (template !== undefined) return 'here'
    if (!parsed.success || pulledAt !== undefined) return 'missing'
    return failed === true ? 'failed' : 'coming'
  }, [local, id])
}
