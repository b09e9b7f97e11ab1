// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

function Greeting({ name }: { readonly name: string }) {
  const { t } = useLingui()
  return (
    <p title={t`A form`}>
      <Trans>Good morning, {name}</Trans>
    </p>
  )
}

describe('a component under test', () => {
  afterEach(cleanup)

  it('has its macros transformed and reads like the source language when no catalogue is loaded', () => {
    i18n.loadAndActivate({ locale: 'en', messages: {} })
    render(
      <I18nProvider i18n={i18n}>
        <Greeting name="Ana" />
      </I18nProvider>,
    )
    expect(screen.getByTitle('A form').textContent).toBe('Good morning, Ana')
  })

  it('runs in the odd time zone', () => {
    // The zone has two names; V8 reports the older one.
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toMatch(/^America\/(Argentina\/)?Catamarca$/)
    expect(new Date('2026-11-21T02:00:00.000Z').getDate()).toBe(20)
  })
})
