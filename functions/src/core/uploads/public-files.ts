import { checkFileAcceptedByForm } from '#domain/answering/index.ts'
import type { RateLimit } from '#domain/limits/judge.ts'
import { refuse, templateIdSchema, type Result } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import { readProofOfWork } from '../limits/proof-of-work.ts'
import { countPublicRequest } from '../limits/public-pace.ts'
import { findPublicForm } from '../pages/find-public-form.ts'
import { hashToBucket } from '../limits/buckets.ts'
import { buildAddressRateLimits, listLimitedNetworks } from '../limits/by-address.ts'
import type { StalledUploadRefunds } from './stalled-upload-refunds.ts'
import type { UploadAnnouncement } from './intake.ts'

/** Result of admitting a file: the measures counted for it. */
export type FileAdmissionResult = Result<{ readonly spent: readonly RateLimit[] }>

/** A request without an account. If its address is unknown, only the form's limit applies. */
type Sender = { readonly address: string | undefined; readonly request: Request }

/**
 * Checks that a sender without an account may send this file: the form is public, accepts answers and asks for such a
 * file, and the rate limits of address and form allow it. The file is counted now, and refunded if it does not arrive.
 * Each network may use only a share of the form's limit. Refuses with request.malformed if no form is named, with
 * the codes of `findPublicForm` and `checkFileAcceptedByForm`, and with request.too-many, which names the seconds to
 * wait.
 */
export async function admitPublicFile(
  { ports, tuning }: Pick<Core, 'ports' | 'tuning'>,
  { form, type, bytes }: UploadAnnouncement,
  { address, request }: Sender,
  announced: StalledUploadRefunds,
): Promise<FileAdmissionResult> {
  const id = templateIdSchema.safeParse(form)
  if (!id.success) return refuse('request.malformed')
  const foundResult = await findPublicForm(ports.store, id.data)
  if (!foundResult.ok) return foundResult
  const result = checkFileAcceptedByForm(foundResult.value.form, { type, bytes })
  if (!result.ok) return result
  const cost = Math.ceil(bytes / tuning.publicFilesUnit)
  const { publicFilesBurstPerForm: burst, publicFilesIntervalPerForm: interval, publicFilesShare: share } = tuning
  const measures: RateLimit[] = [{ key: await hashToBucket('public-files-form', id.data), burst, interval, cost }]
  const widest = address === undefined ? undefined : listLimitedNetworks(address).at(-1)
  if (widest !== undefined)
    measures.push({
      key: await hashToBucket('public-files-share', `${widest.name} ${id.data}`),
      burst: burst * share,
      interval: interval / share,
      cost,
    })
  const ofAddress = { burst: tuning.publicFilesBurstPerAddress, interval: tuning.publicFilesIntervalPerAddress, cost }
  measures.push(...(await buildAddressRateLimits('public-files', address, ofAddress)))
  return countAnnouncedFile({ ports, tuning }, measures, { address, request }, announced)
}

/** Counts a file. Above the limit, refunds stalled uploads and counts again. Refuses with request.too-many. */
export async function countAnnouncedFile(
  core: Pick<Core, 'ports' | 'tuning'>,
  measures: readonly RateLimit[],
  { address, request }: Sender,
  announced: StalledUploadRefunds,
): Promise<FileAdmissionResult> {
  const proven = address === undefined ? undefined : await readProofOfWork(core, address, request)
  const result = await countPublicRequest(core, measures, { address, proven })
  if (result.ok || !(await announced.giveBackSilent())) return result
  return countPublicRequest(core, measures, { address, proven })
}
