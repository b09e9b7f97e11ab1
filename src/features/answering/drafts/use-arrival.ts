import { useLiveQuery } from 'dexie-react-hooks'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { loadTemplate, readMeta, type Local } from '#local/index.ts'

/**
 * Whether this device has the form. `coming`: no forms are downloaded yet, for example right after the first sign-in.
 * `failed`: no forms are downloaded yet, and downloading failed.
 */
export function useFormArrival(local: Local, id: string): 'here' | 'coming' | 'failed' | 'missing' | undefined {
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
