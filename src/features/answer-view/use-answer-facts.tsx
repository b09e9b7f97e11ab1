import { Trans, useLingui } from '@lingui/react/macro'
import { getUniqueCode } from '#domain/codes/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { findFormMunicipality } from '#domain/templates/index.ts'
import { AnswerCode, FactList, Fold, formatAuthor, useFormats, useProfile, type Fact } from '#ui/index.ts'

/** Whether the answer's municipality hides electronic signatures. */
export function useSignatureHidden(answer: Answer): boolean {
  const profile = useProfile()
  return profile !== null && findFormMunicipality(profile, answer.areas)?.electronicSignatureHidden === true
}

/** Further codes of an answer, which users need less often than its main code. */
export function FactDetails({ facts }: { readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <Fold className="r-soft" title={<Trans comment="further codes of an answer">Details</Trans>}>
      <FactList facts={facts} />
    </Fold>
  )
}

type AnswerFacts = {
  readonly code: Fact
  /** date and author, which the line above a folded head also shows */
  readonly origin: readonly Fact[]
  readonly others: readonly Fact[]
  readonly details: readonly Fact[]
}

/** Data of an answer on its screen: main code, other data, and further codes that the municipality does not hide. */
export function useAnswerFacts(answer: Answer): AnswerFacts {
  const { t } = useLingui()
  const formats = useFormats()
  const hidden = useSignatureHidden(answer)
  const origin: readonly Fact[] = [
    { name: t`Date and time`, value: <span className="r-figures">{formats.dateTime(answer.fechaCreacion)}</span> },
    { name: t`Author`, value: formatAuthor(answer) },
  ]
  const others: readonly (Fact | false)[] = [
    answer.inspectorID !== '' && { name: t`Staff number`, value: answer.inspectorID },
    { name: t`Area`, value: answer.areaInfo.nombre },
    answer.muniCore?.idIncidente !== undefined && {
      name: t`Incident number`,
      value: <span className="r-code">{answer.muniCore.idIncidente}</span>,
    },
  ]
  const details: readonly (Fact | false)[] = [
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
      name: getUniqueCode(answer.codigoMunicipio) === undefined ? t`Reference` : t`Code`,
      value: <AnswerCode id={answer.id} code={answer.codigoMunicipio} />,
    },
    origin,
    others: others.filter((fact) => fact !== false),
    details: details.filter((fact) => fact !== false),
  }
}
