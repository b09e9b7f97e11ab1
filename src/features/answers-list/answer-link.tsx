import type { ComponentProps } from 'react'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import { TextLink } from '#ui/index.ts'
import { openedFrom } from './close-answer.ts'
import { LIST } from './list-address.ts'

/** The address of a list, and which of its answers is open beside it. */
export type Beside = { readonly form: TemplateId; readonly chosen: string | undefined }

type AnswerLinkProps = Omit<ComponentProps<typeof TextLink>, 'to' | 'params' | 'search'> & {
  readonly answer: AnswerId
  readonly beside: Beside | undefined
}

/** To an answer: beside the list, which keeps its page and its search; or on a page of its own. */
export function AnswerLink({ answer, beside, ...look }: AnswerLinkProps) {
  if (beside === undefined) return <TextLink {...look} data-opens to="/ver/$id" params={{ id: answer }} />
  return <BesideLink {...look} answer={answer} beside={beside} />
}

function BesideLink({ answer, beside: { form, chosen }, ...look }: AnswerLinkProps & { readonly beside: Beside }) {
  const router = useRouter()
  const search = useSearch({ from: LIST })
  return (
    <TextLink
      {...look}
      data-opens
      to={LIST}
      params={{ id: form, respuesta: answer }}
      search={search}
      // Going from one to the next is one step of the browser's history.
      replace={chosen !== undefined}
      state={chosen === undefined ? openedFrom(router, { id: form, search }) : true}
      resetScroll={false}
      data-answer={answer}
    />
  )
}
