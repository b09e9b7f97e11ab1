import { checkAskedFor } from '#domain/answering/index.ts'
import type { Measure } from '#domain/judgement/index.ts'
import { refuse, templateIdSchema, type Result } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import { provenBy } from '../push/proof-of-work.ts'
import { fillPublic } from '../push/public-pace.ts'
import { findPublicForm } from '../pages/find-public-form.ts'
import { bucketOf } from '../limits/buckets.ts'
import { measuresOfAddress } from '../limits/by-address.ts'
import type { Intake } from './intake.ts'

/**
 * Whether somebody without an account may send this file: a public form that takes answers has a place for it, and neither their address nor the form has been sent
 * too much lately. What a file announces is counted when it is announced, whether it ever comes or not.
 * Refuses with request.malformed (no form is named), as `findPublicForm` and `checkAskedFor`, and with request.too-many and the seconds to wait.
 * @param address undefined when the host cannot know it: then the form's pace alone is counted
 */
export async function admitPublicFile(
  { ports, tuning }: Pick<Core, 'ports' | 'tuning'>,
  address: string | undefined,
  { form, type, bytes }: Intake,
  request: Request,
): Promise<Result<unknown>> {
  const id = templateIdSchema.safeParse(form)
  if (!id.success) return refuse('request.malformed')
  const found = await findPublicForm(ports.store, id.data)
  if (!found.ok) return found
  const asked = checkAskedFor(found.value.form, { type, bytes })
  if (!asked.ok) return asked
  const cost = Math.ceil(bytes / tuning.publicFilesStretch)
  const measures: Measure[] = [
    {
      key: await bucketOf('public-files-form', id.data),
      burst: tuning.publicFilesBurstPerForm,
      interval: tuning.publicFilesIntervalPerForm,
      cost,
    },
  ]
  const ofAddress = { burst: tuning.publicFilesBurstPerAddress, interval: tuning.publicFilesIntervalPerAddress, cost }
  measures.push(...(await measuresOfAddress('public-files', address, ofAddress)))
  const proven = address === undefined ? undefined : await provenBy({ ports, tuning }, address, request)
  return fillPublic({ ports, tuning }, measures, address, proven)
}
