import { useLingui } from '@lingui/react/macro'
import type { AuditAction } from '#domain/audit/index.ts'

/** Name of every audited action. The compiler requires a name for each action. */
export function useActNames(): Readonly<Record<AuditAction, string>> {
  const { t } = useLingui()
  return {
    'user.created': t`User created`,
    'user.changed': t`User changed`,
    'user.deactivated': t`User deactivated`,
    'user.reactivated': t`User reactivated`,
    'user.invited': t`User invited`,
    'users.exported': t`Users exported`,
    'request.accepted': t`Account request accepted`,
    'request.dismissed': t`Account request dismissed`,
    'area.created': t`Area created`,
    'area.renamed': t`Area renamed`,
    'area.deleted': t`Area deleted`,
    'municipality.created': t`Municipality created`,
    'municipality.changed': t`Municipality changed`,
    'municipality.blocked': t`Municipality blocked`,
    'municipality.unblocked': t`Municipality unblocked`,
    'settings.changed': t`Settings changed`,
    'province.created': t`Province created`,
    'province.changed': t`Province changed`,
    'country.created': t`Country created`,
    'country.changed': t`Country changed`,
    'country.blocked': t`Country blocked`,
    'country.unblocked': t`Country unblocked`,
    'remote-config.changed': t`Remote configuration changed`,
    'password.changed': t`Password changed`,
    'password.reset': t`Password set with a link`,
    'session.started': t`Signed in`,
    'session.refused': t`Sign-in refused`,
    'session.ended': t`Session ended remotely`,
    'second-factor.on': t`Second factor turned on`,
    'second-factor.off': t`Second factor turned off`,
    'second-factor.failed': t`Wrong second factor`,
    'second-factor.reset': t`Second factors of a user reset`,
    'second-factor.rule': t`Second factor by role changed`,
    'recovery-codes.renewed': t`Recovery codes renewed`,
    'recovery-code.used': t`Recovery code used`,
    'citizen.looked-up': t`Citizen looked up`,
    'citizen.created': t`Citizen created`,
    'citizen.link-made': t`Link created for a citizen`,
    'citizen.settled': t`Citizen of an answer identified`,
    'answers.exported': t`Answers exported`,
    'answers.printed': t`Answers downloaded as a PDF`,
    'answer.copied': t`Answer sent by e-mail`,
    'answer.corrected': t`Answer corrected`,
    'answer.completed': t`Answer completed`,
    'answer.moved': t`State of an answer changed`,
    'answer.changes-requested': t`Changes requested from the citizen`,
    'answer.revised': t`Answer revised by the citizen`,
    'answer.deleted': t`Answer deleted`,
    'answer.restored': t`Answer restored`,
    'person.looked-up': t`Data of a person looked up`,
    'person.exported': t`Data of a person exported`,
    'person.erased': t`Data of a person erased`,
    'retention.erased': t`Answers erased after the retention period`,
    'held.accepted': t`Held answer accepted`,
    'held.discarded': t`Held answer rejected`,
    'form.published': t`Form published`,
    'form.switched': t`Form made public or private`,
    'form.copied': t`Form duplicated`,
    'form.deleted': t`Form deleted`,
    'payment.received': t`Online payment received`,
    'payment.recorded': t`Payment recorded at the desk`,
    'payment.validated': t`Order validated`,
    'payment.asked': t`Payment status checked`,
    'payment.refunded': t`Payment refunded`,
    'payment.closed': t`Daily closing downloaded`,
    'payment.connected': t`Payments connected`,
    'ticket.blocked': t`Ticket blocked`,
    'ticket.unblocked': t`Ticket unblocked`,
    'ticket.handed-on': t`Ticket transferred`,
    'ticket.sent': t`Tickets sent again`,
    'door.link-made': t`Ticket check link created`,
    'door.link-ended': t`Ticket check link ended`,
    'door.scans-discarded': t`Scans of a ticket check link discarded`,
    'token.created': t`Token created for another system`,
    'token.used': t`Data read by another system`,
    'token.revoked': t`Token of another system revoked`,
    'webhook.created': t`Webhook created`,
    'webhook.changed': t`Webhook changed`,
    'webhook.removed': t`Webhook removed`,
    'webhook.secret': t`Webhook secret renewed`,
    'webhook.tested': t`Webhook tested`,
    'webhook.sent-again': t`Webhook message sent again`,
    'audit.exported': t`Audit log exported`,
    'audit.retention': t`Log retention changed`,
    'audit.gap': t`Audit entries lost`,
  }
}

type SubjectOf<Action> = Action extends `${infer Subject}.${string}` ? Subject : never
type ActSubject = SubjectOf<AuditAction>

/** The part of an action's code before the full stop. */
export function subjectOf(action: AuditAction): ActSubject {
  const [subject] = action.split('.')
  return subject as ActSubject
}

/** Group of the actions on each subject, for the filter. The compiler requires a group for each subject. */
export function useActGroups(): Readonly<Record<ActSubject, string>> {
  const { t } = useLingui()
  const [answers, payments, persons] = [t`Answers`, t`Payments and tickets`, t`Data of persons`]
  const [access, places, systems] = [t`Users and sign-in`, t`Places and settings`, t`Other systems`]
  return {
    answer: answers,
    answers,
    held: answers,
    payment: payments,
    ticket: payments,
    door: payments,
    form: t`Forms`,
    citizen: persons,
    person: persons,
    retention: persons,
    user: access,
    users: access,
    request: access,
    password: access,
    session: access,
    'second-factor': access,
    'recovery-codes': access,
    'recovery-code': access,
    area: places,
    municipality: places,
    province: places,
    country: places,
    settings: places,
    'remote-config': places,
    token: systems,
    webhook: systems,
    audit: t`Audit log`,
  }
}
