import type { Mutant } from './mutants.ts'

/** Bugs in handling deactivated, moved or signed-out users, and renamed areas. */
export const MUTANTS_OF_ADMINISTRATION: readonly Mutant[] = [
  {
    name: 'who is switched off goes on answering',
    file: 'src/domain/access/can.ts',
    find: "asking.kind === 'staff' && asking.deactivated === true ? { kind: 'public' } : asking",
    replace: 'asking',
  },
  {
    name: 'who is switched off goes on receiving',
    file: 'src/domain/sessions/judge/profile.ts',
    find: "if (user.deactivatedAt !== undefined) return refuse('session.deactivated')",
    replace: '',
  },
  {
    name: 'who is switched on again is still signed in',
    file: 'src/domain/users/judge/users.ts',
    find: 'const out = [...buildEndSessionsWrites(id, documents), ...buildOwnSessionEndWrites(sessions, id, documents)]',
    replace: 'const out: readonly Write[] = []',
  },
  {
    name: 'a revocation reaches nobody',
    file: 'src/domain/sessions/judge/session-state.ts',
    find: "return isRevoked(session, config, now) ? 'ended' : 'good'",
    replace: "return 'good'",
    seen: 6,
  },
  {
    name: 'a session that was ended elsewhere goes on',
    file: 'src/domain/sessions/judge/own-sessions.ts',
    find: 'return { result: writes.length, writes }',
    replace: 'return { result: writes.length, writes: [] }',
    seen: 11,
  },
  {
    name: 'who was moved still works where they were',
    file: 'src/domain/answers/judge/decide-submission.ts',
    find: "if (actor === null || !can(actor, 'create', { kind: 'respuesta', template })) return { code: 'access.forbidden' }",
    replace: '',
  },
  {
    name: 'who was moved takes what they had received along',
    file: 'functions/src/core/sync/routes/pull.ts',
    find: 'JSON.stringify([id, role, [...areas].sort(), municipality.path])',
    replace: 'JSON.stringify([id, role, municipality.path])',
  },
  {
    name: 'moving empties the outbox',
    file: 'src/local/pull.ts',
    find: 'await dropServerDocuments(database)',
    replace: 'await Promise.all([dropServerDocuments(database), database.outbox.clear()])',
  },
  {
    name: 'who is signed out elsewhere loses what was not sent',
    file: 'src/local/remove-received.ts',
    find: "await writeMetaInTransaction(database, key, undefined)\n    await writeMetaInTransaction(database, 'removed', true)",
    replace:
      "await writeMetaInTransaction(database, key, undefined)\n    await database.outbox.clear()\n    await writeMetaInTransaction(database, 'removed', true)",
    seen: 10,
  },
  {
    name: 'a renamed area makes new versions of its forms',
    file: 'src/domain/templates/judge/rename-form.ts',
    find: '{ ...form, areaInfo: { ...form.areaInfo, nombre } }',
    replace: '{ ...form, version: form.version + 1, areaInfo: { ...form.areaInfo, nombre } }',
  },
  {
    name: 'a renaming stops after its first forms',
    file: 'functions/src/core/places/rename-forms.ts',
    find: 'renamed += await store.commit(updatePlaceNameInFormsUnit(placeKey, stale.slice(i, i + FORMS_PER_COMMIT)))',
    replace:
      'if (i === 0) await store.commit(updatePlaceNameInFormsUnit(placeKey, stale.slice(i, i + FORMS_PER_COMMIT)))',
    seen: 6,
  },
  {
    name: 'a renaming never comes to its end',
    file: 'src/domain/jobs/judge/job-units.ts',
    find: 'if (place?.renaming === undefined) return []',
    replace: 'if (place?.renaming !== undefined || place === undefined) return []',
  },
  {
    name: 'a device keeps the old name of an area',
    file: 'src/local/templates.ts',
    find: 'templates.filter(({ id, version }) => version >= (here.get(id) ?? 0))',
    replace: 'templates.filter(({ id, version }) => version > (here.get(id) ?? 0))',
  },
]
