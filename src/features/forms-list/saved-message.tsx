import { Trans } from '@lingui/react/macro'
import { Banner } from '#ui/index.ts'

/** After saving (/listar?respuesta=…): the reference that an inspector writes on paper, or the code if it is there. */
export function SavedMessage({ code }: { readonly code: string }) {
  return (
    <div role="status">
      <Banner tone="received">
        <strong>
          <Trans>The answer was saved correctly</Trans>
        </strong>
        {' · '}
        <span className="r-code">{code}</span>
      </Banner>
    </div>
  )
}
