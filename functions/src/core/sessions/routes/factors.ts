import { factorRuleUnit } from '#domain/users/judge/index.ts'
import { isFactorRequired } from '#domain/sessions/judge/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import { ok, refuse, toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../../context.ts'
import { NO_STORE } from '../../http/security-headers.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import { parseBrowser } from '../../http/user-agent.ts'
import { addBegunFactor, startFactorSetup, removeUserFactor, replaceRecoveryCodes } from '../factors/change-factors.ts'
import { findHolder, isSessionProven } from '../factors/holder.ts'
import { assertionOptions, parseSite } from '../factors/passkeys.ts'
import { pickPasskeys } from '../factors/proofs.ts'
import { confirmIdentity, completeSecondStep } from '../factors/show-factor.ts'
import type { SessionGuard } from '../guard.ts'
import { buildSessionCookie } from './session.ts'

/**
 * Handlers for second factors: showing them at sign-in and before sensitive actions, adding and removing them, and the
 * roles that require them.
 */
export function factorHandlers(core: Core, guard: SessionGuard) {
  const { store, clock } = core.ports
  return {
    async passSecondStep({ body, request, address }) {
      const passed = await completeSecondStep(core, body, request, { address, ...parseBrowser(request) })
      if (!passed.ok) return passed
      return new Response(null, {
        status: 204,
        headers: { ...NO_STORE, 'set-cookie': buildSessionCookie(core, passed.value) },
      })
    },

    async askPasskey({ request }) {
      const holder = await findHolder(core, guard, request)
      if (!holder.ok) return holder
      const site = parseSite(request)
      const passkeys = pickPasskeys(await store.get(keys.factors(holder.value.user.id)))
      if (site === undefined || passkeys.length === 0) return refuse('factor.passkey-failed')
      return ok({ options: await assertionOptions(core, holder.value, site, passkeys) })
    },

    async beginFactor({ body, request }) {
      const holder = await findHolder(core, guard, request)
      return holder.ok ? startFactorSetup(core, holder.value, body.kind, request) : holder
    },

    async addFactor({ body, request, address }) {
      const holder = await findHolder(core, guard, request)
      if (!holder.ok) return holder
      const added = await addBegunFactor(core, holder.value, body, {
        request,
        origin: { address, ...parseBrowser(request) },
      })
      if (!added.ok) return added
      const { recovery, session } = added.value
      const cookie = session === undefined ? {} : { 'set-cookie': buildSessionCookie(core, session) }
      return Response.json({ recovery }, { headers: { ...NO_STORE, ...cookie } })
    },

    async listFactors({ live, user }) {
      const found = await store.getMany([keys.factors(user.id), keys.credentials(user.id), keys.factorRule])
      const stored = found.get(keys.factors(user.id))
      return ok({
        password: found.get(keys.credentials(user.id)) !== undefined,
        required: isFactorRequired(found.get(keys.factorRule), user),
        proven: isSessionProven(core, live),
        factors: (stored?.factors ?? []).map(({ id, kind, name, addedAt, lastUsedAt }) => ({
          id,
          kind,
          name,
          addedAt,
          ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
        })),
        recoveryLeft: stored?.recovery.filter((hash) => hash !== '').length ?? 0,
      })
    },

    removeFactor: ({ params, query, address, ...signedIn }) =>
      removeUserFactor(core, signedIn, { id: params.id, language: query.language }, address),
    renewRecovery: ({ body, address, ...signedIn }) => replaceRecoveryCodes(core, signedIn, body.language, address),
    confirmSession: ({ body, request, address, ...signedIn }) =>
      confirmIdentity(core, signedIn, body, { request, origin: { address, ...parseBrowser(request) } }),

    async readFactorRule() {
      return ok({ roles: [...((await store.get(keys.factorRule))?.roles ?? [])] })
    },

    async saveFactorRule({ user, body, address }) {
      const act = {
        action: 'second-factor.rule',
        target: keys.factorRule,
        by: user,
        from: address,
        details: { roles: body.roles.join(' ') },
      } as const
      const saved = await store.commit(withAudit(factorRuleUnit(body.roles, user.id), act, toInstant(clock())))
      return saved.ok ? ok({ roles: [...saved.value.roles] }) : saved
    },
  } satisfies SomeHandlers
}
