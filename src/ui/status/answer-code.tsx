import { useLingui } from '@lingui/react/macro'
import { getUniqueCode, buildReference } from '#domain/codes/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'

/** The code of an answer or, until the server has assigned it, the provisional reference, with a label. */
export function AnswerCode({ id, code }: { readonly id: AnswerId; readonly code: string }) {
  const { t } = useLingui()
  if (getUniqueCode(code) !== undefined) return <span className="r-code">{code}</span>
  const reference = buildReference(id)
  return (
    <span className="r-code" title={t`Provisional reference until the server assigns the code`}>
      {reference}
    </span>
  )
}
