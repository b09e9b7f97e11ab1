import { Trans, useLingui } from '@lingui/react/macro'
import type { FormSummary } from '#domain/templates/index.ts'
import { Item, ItemList, LinkButton, useCan, useFormTexts } from '#ui/index.ts'

type LatestFormsProps = { readonly templates: readonly FormSummary[]; readonly count: number }

/** The forms that were made or changed last. */
export function LatestForms({ templates, count }: LatestFormsProps) {
  const { t } = useLingui()
  const can = useCan()
  const textOf = useFormTexts()
  const latest = templates
    .filter((template) => !template.deleted)
    .toSorted((a, b) => b.lastChange.localeCompare(a.lastChange))
    .slice(0, count)
  return (
    <ItemList label={t`Latest forms`}>
      {latest.map((template) => {
        const title = textOf(template, 'titulo')
        return (
          <Item key={template.id} title={title} details={[template.areaInfo.nombre]}>
            {can('create', { kind: 'respuesta', template }) && (
              <LinkButton
                to="/contestar/$id"
                params={{ id: template.id }}
                variant="default"
                aria-label={t`Answer ${title}`}
              >
                <Trans context="verb">Answer</Trans>
              </LinkButton>
            )}
          </Item>
        )
      })}
    </ItemList>
  )
}
