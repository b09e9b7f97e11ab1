import { Trans } from '@lingui/react/macro'
import { Banner, useProblemText } from '#ui/index.ts'

/** Warns that another tab of this citizen has the same draft open, or has saved it (`isSaved`). */
export function OpenElsewhere({ isSaved = false }: { readonly isSaved?: boolean }) {
  const problemText = useProblemText()
  return (
    <div role="alert">
      <Banner tone="attention">
        {isSaved ? (
          problemText({ code: 'answer.saved-elsewhere' })
        ) : (
          <Trans>
            This answer is open in another window. Close it there, or one overwrites what is typed in the other.
          </Trans>
        )}
      </Banner>
    </div>
  )
}
