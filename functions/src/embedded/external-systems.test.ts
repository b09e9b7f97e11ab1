import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { NO_MAIL_SERVER } from '#connectors/mail.ts'
import { quietLog } from '#core/index.ts'
import { connectExternalSystems, type ExternalSystemOptions } from './external-systems.ts'

let close = async (): Promise<void> => {}
const mailFolder = mkdtempSync(join(tmpdir(), 'relevo-mail-'))
afterEach(async () => close())
afterAll(() => rmSync(mailFolder, { recursive: true }))

async function connectors(options: Partial<ExternalSystemOptions>) {
  const outside = await connectExternalSystems({
    webhooks: { allowsLocal: false },
    addresses: {},
    mail: NO_MAIL_SERVER,
    mailFolder,
    home: () => 'https://forms.example.org',
    isDemo: false,
    log: quietLog,
    ...options,
  })
  close = outside.close
  return outside.connectors
}

describe('the outside systems of a host', () => {
  it('are stood in for in the demonstration', async () => {
    const { municipalSystem, booking, citizenPortal } = await connectors({ isDemo: true })
    expect((await municipalSystem?.areas('gil', false))?.ok).toBe(true)
    expect((await municipalSystem?.areas('gil', true))?.ok).toBe(true)
    expect((await booking?.agendas(21))?.ok).toBe(true)
    expect((await citizenPortal?.updateStateCitizenPortalFormData({ id: '7', estado: 'Subsanar' }, 'k'))?.ok).toBe(true)
  })

  it('are never stood in for beside real data', async () => {
    expect(Object.keys(await connectors({}))).toEqual([
      'home',
      'revisionPage',
      'viewPage',
      'mail',
      'webhooks',
      'payments',
      'images',
    ])
  })

  it('are the configured ones in the demonstration, too; why they fail goes to the log', async () => {
    const events: unknown[] = []
    const log = { ...quietLog, error: (event: string, facts: unknown) => void events.push([event, facts]) }
    const { booking, municipalSystem } = await connectors({
      isDemo: true,
      addresses: { booking: { name: 'booking', url: 'http://127.0.0.1:1' } },
      log,
    })
    expect(await booking?.agendas(21)).toMatchObject({ ok: false, problem: { code: 'connector.agendas-failed' } })
    expect(events).toMatchObject([['connector.failed', { system: 'booking' }]])
    expect((await municipalSystem?.areas('gil', false))?.ok).toBe(true)
  })
})
