import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { LocalAnswer } from '#local/index.ts'
import { buildSavedPath } from './public-place.ts'

export type AnswerLinkProps = { readonly answer: LocalAnswer }

export function AnswerLink({ answer }: AnswerLinkProps) {
  return (
    <Anchor underline="always" href={buildSavedPath(answer.template, answer.id)}>
      <Trans>See the state of that answer</Trans>
    </Anchor>
  )
}
