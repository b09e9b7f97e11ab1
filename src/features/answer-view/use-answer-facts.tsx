import { useLingui } from '@lingui/react/macro'
import { uniqueCode } from '#domain/codes/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { municipalityOfForm } from '#domain/templates/index.ts'
import { AnswerCode, formatAuthor, useFormats, useProfile, type Fact } from '#ui/index.ts'

/** Whether the answer's municipality hides its electronic signature. */
export function useSignatureHidden(answer: Answer): boolean {
  const profile = useProfile()
  return profile !== null && municipalityOfForm(profile, answer.areas)?.electronicSignatureHidden === true
}

/** Data that identifies an answer on screens and in PDFs: code or reference, and what else its municipality shows. */
export function useAnswerFacts(answer: Answer): { readonly code: Fact; readonly others: readonly Fact[] } {
  const { t } = useLingui()
  const formats = useFormats()
  const hidden = useSignatureHidden(answer)
  const others: readonly (Fact | false)[] = [
    { name: t`Date and time`, value: <span className="r-figures">{formats.dateTime(answer.fechaCreacion)}</span> },
    { name: t`Author`, value: formatAuthor(answer) },
    answer.inspectorID !== '' && { name: t`Staff number`, value: answer.inspectorID },
    { name: t`Area`, value: answer.areaInfo.nombre },
    answer.muniCore?.idIncidente !== undefined && {
      name: t`Incident number`,
      value: <span className="r-code">{answer.muniCore.idIncidente}</span>,
    },
    answer.pdfDownloadCode !== undefined && {
      name: t`Download code`,
      value: <span className="r-code">{answer.pdfDownloadCode}</span>,
    },
    !hidden && {
      name: t`Electronic signature`,
      value: <span className="r-code">{answer.electronicSignature}</span>,
    },
  ]
  return {
    code: {
      name: uniqueCode(answer.codigoMunicipio) === undefined ? t`Reference` : t`Code`,
      value: <AnswerCode id={answer.id} code={answer.codigoMunicipio} />,
    },
    others: others.filter((fact) => fact !== false),
  }
}
