import './theme/base-styles.ts'

export { fetchFileBytes, setFileFetcher } from './requests/fetch-bytes.ts'
export { LoadablePart, type LoadableTexts } from './requests/loadable-part.tsx'
export { useEndpointCall } from './requests/use-endpoint-call.ts'
export { useEndpointData, type Loadable } from './requests/use-endpoint-data.ts'
export { useTopicRevision } from './requests/use-topic-revision.ts'
export { SplitButton, type SplitButtonItem } from './page/button-with-more.tsx'
export { useServerPdf } from './answers/use-server-pdf.ts'
export { LazyObservations, LazyRequestBadge } from './answers/lazy-requests.ts'
export { LazyConflictValues, LazyConflictPlace, LazyAnswerDifferences } from './answers/comparing.ts'
export { usePlaceTexts } from './answers/conflict-texts.ts'
export { useCorrectionDifferences } from './answers/use-correction-differences.ts'
export { formatAccount, formatAuthor, formatActionAuthor, formatPerson } from './answers/person-text.ts'
export { FormImage } from './answers/template-image.tsx'
export { Dialog } from './dialogs/dialog.tsx'
export { DialogFooter } from './dialogs/dialog-foot.tsx'
export { FormDialog } from './dialogs/form-dialog.tsx'
export { Brand } from './logo/brand.tsx'
export { LogoMark } from './logo/mark.tsx'
export { LazyPaymentBadge, LazyPaymentFilter, usePaymentStatusName } from './money/lazy-parts.ts'
export { parsePaymentParam, toPaymentParam } from './money/payment-params.ts'
export { hideNotices, Notices, notify } from './notices/notices.tsx'
export { DeleteButton } from './page/delete-button.tsx'
export { downloadFile } from './page/download.ts'
export { DownloadImageButton } from './page/download-image.tsx'
export { DraftItem } from './page/draft-item.tsx'
export { FileChooser } from './page/file-chooser.tsx'
export { NoFormsYet } from './page/no-forms-yet.tsx'
export { LinkButton, TextLink } from './page/link-button.tsx'
export { isFramedView, isInFrame } from './session/framed.ts'
export { browserStorage, tabStorage } from './session/text-storage.ts'
export { notifyFramingPage, useReportSaved } from './session/tell-host.ts'
export { FactList, type Fact } from './page/facts.tsx'
export { Item, ItemList } from './page/item-list.tsx'
export { LazyDayField, LazyMomentField } from './dates/lazy-fields.tsx'
export { lazyPart } from './page/lazy-part.tsx'
export { lazyPartOrNone } from './page/lazy-or-none.tsx'
export {
  mapToList,
  toLoadablePage,
  ListScreen,
  toListedPage,
  LazyCursorLinks,
  type ListedPage,
} from './page/list-screen.tsx'
export { FilterBar } from './page/filter-bar.tsx'
export { Fold } from './page/fold.tsx'
export { ListTable, type Column, type ColumnChoice, type TableName } from './page/list-table.tsx'
export { PageActions, RowMenu } from './page/row-menu.tsx'
export { RecordScreen } from './page/record-screen.tsx'
export { buildTightPageClass } from './page/tight-page.ts'
export { TryAgainButton } from './page/try-again.tsx'
export type { CursorSearch } from './page/turning.tsx'
export { useListAddress } from './page/use-list-address.ts'
export { RenderWhenNear } from './page/near.tsx'
export { OverflowLinks, ScreenTabs } from './page/parts.tsx'
export { formatMunicipalityNote, PendingLines } from './pending/pending-lines.tsx'
export { getStartOfToday } from './pending/start-of-today.ts'
export { Page, PageSection } from './page/page.tsx'
export { SearchField } from './page/search-field.tsx'
export { Banner, EmptyState, ErrorState, ListSkeleton } from './page/states.tsx'
export { isServedByWorker, canSendWhenClosed, useOnline } from './page/use-online.ts'
export { useIsPhone, useIsWide } from './page/use-wide.ts'
export { AdministrationTabs } from './places/administration-parts.tsx'
export { toSelectChoices, MunicipalitySelects } from './places/municipality-selects.tsx'
export { RenamingBadge, useRefreshWhileRenaming } from './places/renaming.tsx'
export { useAdministrationEntries } from './places/use-administration.ts'
export { useRoleNames } from './roles/use-role-names.ts'
export { LazyAddFactorForm, LazyRecoveryCodes, LazySecondStep } from './security/lazy-parts.ts'
export { QrCode } from './security/qr-code.tsx'
export { useConfirmedAction } from './security/use-confirmed.tsx'
export { useConfirmedCall } from './security/use-confirmed-act.tsx'
export { AccountProvider, useAccount, useOptionalRequestSender, type Account } from './session/account.ts'
export { getReturnAddress } from './session/return-address.ts'
export {
  storeSsoFlow,
  subscribeToSsoSignIn,
  openSsoWindow,
  SSO_NEW_SIGN_IN_PATH,
  takeSsoFlow,
  notifyOpener,
  type SsoFlow,
} from './session/sso-flow.ts'
export { SessionActionsProvider, useSessionActions, type SessionActions } from './session/session-actions.ts'
export * from './session/session-store.ts'
export { useSupervision } from './session/use-oversight.ts'
export { useCan } from './session/use-can.ts'
export { AnswerCode } from './status/answer-code.tsx'
export { DeliveryBadge } from './status/delivery-badge.tsx'
export { StateLabel } from './status/state-label.tsx'
export { StatusBadge } from './status/status-badge.tsx'
export { StatusIcon } from './status/status-icon.tsx'
export { SYNC_TONES, computeSyncStatus, type SyncStatus } from './status/sync-status.ts'
export { useIsAnswerWaiting } from './status/use-is-waiting.ts'
export type { Tone } from './status/tone.ts'
export { ProblemList, ProblemItems } from './work/fix-list.tsx'
export { UndoBar, subscribeToPageHidden, WorkBar, SaveFailure } from './work/work-bar.tsx'
export { useFormats, type Formats } from './language/format.ts'
export { findOtherTimeZone, getTimeZoneCity, useFormatsIn, useMunicipalityTimeZone } from './language/local-formats.ts'
export { useMoney } from './language/money.ts'
export { translateField, useFormTexts, useSectionTitle } from './language/in-language.ts'
export { useHeldReason } from './language/held-reason.ts'
export { useFailureText } from './refusals/use-failure-text.ts'
export type {
  AreaMessages,
  EditorMessages,
  IntegrationMessages,
  PlacesMessages,
  UserMessages,
} from './refusals/problem-messages.ts'
export { addProblemMessages, useProblemText } from './language/problem-text.ts'
export { LanguagePicker } from './language/language-picker.tsx'
export { chooseLanguage, NAMED_LANGUAGES, OFFERED_LANGUAGES } from '#domain/kernel/index.ts'
export { COLOUR_SCHEMES, useColourScheme, type ColourScheme } from './theme/colour-scheme.ts'
export { colourSchemeManager } from './theme/colour-scheme.ts'
export { cssVariables, theme } from './theme/theme.ts'
export {
  loadCatalogue,
  loadMessages,
  loadOwnLanguage,
  changeLanguage,
  withMessages,
  startTranslations,
} from './language/i18n.ts'
