import { useProfile } from '#ui/index.ts'

/** Whether the person's municipality is in the management system: without that there are no incidents and no agendas. */
export function useManagementSystem(): boolean {
  return useProfile()?.municipality.idMuniCore !== undefined
}
