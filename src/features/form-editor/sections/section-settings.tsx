import { useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '#domain/kernel/index.ts'
import {
  changeSectionType,
  type EditorSection,
  hasSectionContent,
  type SectionPatch,
  updateSection,
} from '#domain/templates/index.ts'
import { listLocalAreas } from '#local/index.ts'
import { FormDialog, useAccount } from '#ui/index.ts'
import { getPartElementId } from '../element-ids.ts'
import { buildTypingKey } from '../panel.ts'
import { SingleChoice } from '../panels/parts/choices.tsx'
import { SwitchField } from '../panels/parts/toggle.tsx'
import { useApplyEdit, useEditor, useEditorStore } from '../store/editor-context.tsx'
import { highlightPart, setSettingsOpen } from '../store/editor-store.ts'
import { SelectLine } from './select-line.tsx'
import { TextLine } from './text-line.tsx'
import styles from './sections.module.css'

/** Description, area, type and repetition. Folded to a line at first. */
export function SectionSettings({ section }: { readonly section: EditorSection }) {
  const { t } = useLingui()
  const store = useEditorStore()
  const { key, descripcion, areaAsociada, repetible, nombreFila = '', conditionalSection } = section
  const opened = useEditor((state) => state.opened.has(key))
  const facts = [
    conditionalSection ? t`Conditional` : '',
    repetible ? [t`Repeatable`, nombreFila].filter((part) => part !== '').join(': ') : '',
    areaAsociada?.nombre ?? '',
    descripcion.length > MAX_SHOWN ? `${descripcion.slice(0, MAX_SHOWN)}…` : descripcion,
  ].filter((fact) => fact !== '')
  return (
    <div>
      <button
        type="button"
        className={`r-line r-middle r-wide r-target r-round r-accent r-strong ${styles['settings-button']}`}
        aria-expanded={opened}
        onClick={() => setSettingsOpen(store, key, !opened)}
      >
        <IconChevronDown className="r-chevron" size={20} aria-hidden="true" data-open={opened} />
        <span className="r-row r-gap-0 r-gap-x-12 r-yields r-grow">
          <Trans>Section settings</Trans>
          {!opened && facts.length > 0 && (
            <span className={`r-soft ${styles['settings-facts']}`}>{facts.join(' · ')}</span>
          )}
        </span>
      </button>
      {opened && <Fields section={section} />}
    </div>
  )
}

/** Maximum characters of the description in the folded line. */
const MAX_SHOWN = 60

function Fields({ section }: { readonly section: EditorSection }) {
  const { t } = useLingui()
  const change = useApplyEdit()
  const locks = useEditor((state) => state.locks)
  const { key, descripcion, repetible, nombreFila = '', conditionalSection } = section
  const set = (name: string, patch: SectionPatch): void => change(name, (form) => updateSection(form, key, patch))
  return (
    <div className={`r-grid r-gap-12 r-gap-x-16 r-top ${styles['fields']}`}>
      <TextLine
        id={getPartElementId(key, 'descripcion')}
        label={t`Description of the section`}
        value={descripcion}
        maxLength={MAX_DESCRIPTION_LENGTH}
        readOnly={locks.everything}
        onChange={(value) => set(buildTypingKey(key, 'descripcion'), { descripcion: value })}
      />
      <AreaSelect
        section={section}
        locked={locks.everything}
        onChange={(areaAsociada) => set(`area:${key}`, { areaAsociada })}
      />
      <SectionTypeField section={section} locked={locks.structure} />
      {!conditionalSection && (
        <SwitchField
          id={getPartElementId(key, 'repetible')}
          name={t`Repeatable`}
          more={t`The section can be filled in several times.`}
          on={repetible}
          disabled={locks.structure}
          onChange={(on) => set(`repetible:${key}`, { repetible: on })}
        />
      )}
      {repetible && (
        <TextLine
          id={getPartElementId(key, 'nombreFila')}
          label={t`Name of each repetition, e.g. tree: shows “Add tree” and “Tree 2”`}
          value={nombreFila}
          maxLength={MAX_TITLE_LENGTH}
          readOnly={locks.everything}
          onChange={(value) => set(buildTypingKey(key, 'nombreFila'), { nombreFila: value === '' ? undefined : value })}
        />
      )}
    </div>
  )
}

/**
 * Selects normal or conditional. A change deletes the section's content, and needs a confirmation if there is any (part
 * 2, point 2).
 */
function SectionTypeField({ section, locked }: { readonly section: EditorSection; readonly locked: boolean }) {
  const { t } = useLingui()
  const store = useEditorStore()
  const change = useApplyEdit()
  const [isRequested, setAsked] = useState(false)
  const { key, conditionalSection } = section
  const turn = (conditional: boolean): void => {
    setAsked(false)
    change(`type:${key}`, (form) => changeSectionType(form, key, conditional))
    highlightPart(store, key)
  }
  return (
    <>
      <SingleChoice
        id={getPartElementId(key, 'conditionalSection')}
        label={t`Section type`}
        value={conditionalSection ? 'conditional' : 'normal'}
        choices={[
          { value: 'normal', text: t`Normal` },
          { value: 'conditional', text: t`Conditional` },
        ]}
        disabled={locked}
        onChange={(value) => {
          const conditional = value === 'conditional'
          if (conditional === conditionalSection) return
          if (hasSectionContent(section)) setAsked(true)
          else turn(conditional)
        }}
      />
      {!conditionalSection && (
        <p className="r-soft r-note">
          <Trans>A conditional section shows questions depending on the conditions that are checked.</Trans>
        </p>
      )}
      <FormDialog
        danger
        opened={isRequested}
        title={t`Change the type of the section?`}
        submit={<Trans>Change and delete</Trans>}
        onSubmit={() => turn(!conditionalSection)}
        onClose={() => setAsked(false)}
      >
        <Trans>This deletes the questions and conditions of the section. You can undo it.</Trans>
      </FormDialog>
    </>
  )
}

type AreaSelectProps = {
  readonly section: EditorSection
  readonly locked: boolean
  readonly onChange: (area: EditorSection['areaAsociada']) => void
}

/** Selects the area of a section, among the account's areas and the section's current area. */
function AreaSelect({ section: { key, areaAsociada }, locked, onChange }: AreaSelectProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const areas = useLiveQuery(() => listLocalAreas(local), [local]) ?? []
  const names = [
    ...new Set([...areas.map(({ nombre }) => nombre), ...(areaAsociada === undefined ? [] : [areaAsociada.nombre])]),
  ]
  return (
    <SelectLine
      id={getPartElementId(key, 'areaAsociada')}
      label={t`Associated area`}
      value={areaAsociada?.nombre ?? ''}
      disabled={locked}
      onChange={(nombre) => onChange(nombre === '' ? undefined : { nombre })}
    >
      <option value="">{t`None`}</option>
      {names
        .toSorted((a, b) => a.localeCompare(b))
        .map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
    </SelectLine>
  )
}
