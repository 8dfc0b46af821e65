/** By e-mail, year and statement. */
export const NOTES: Record<string, string> = {
  'resilience.lead@example.org last-year GOV-2':
    'The board discussed appetite in June and asked for figures. A first draft is due in the spring.',
  'resilience.lead@example.org last-year TEC-5':
    'We restored the payroll database in October. It took eleven hours, mostly spent looking for licence keys.',
  'resilience.lead@example.org last-year SUP-4':
    'The heating contractor has no deputy over Christmas. Facilities are talking to a second firm.',
  'resilience.lead@example.org this-year GOV-2':
    'Limits for meals and home visits were approved in March. Transport and payroll are still to come.',
  'resilience.lead@example.org this-year SRV-3':
    'Maps for home care and meals are done. The workshop for transport has been moved to January.',
  'resilience.lead@example.org this-year PPL-4':
    'Test on Sunday 14 September: 71% confirmed within thirty minutes. Two teams still use old numbers.',
  'resilience.lead@example.org this-year TEC-3':
    'Technology promises 24 hours for the visit planner; home care needs it back in four. Nobody has agreed either figure.',
  'resilience.lead@example.org this-year TEC-5':
    'The full restore is planned for February. Until then we rely on the partial test of last autumn.',
  'resilience.lead@example.org this-year SUP-1':
    'Legal has drafted a clause. The catering contract is the first to be renewed, at the end of March.',
  'operations.director@example.org this-year INC-4':
    'Families praised the text messages during the July flood. The website was four hours behind.',
  'technology.lead@example.org last-year TEC-4':
    'Daily copies go to the second site. An administrator could delete both; an unchangeable copy is budgeted.',
  'people.manager@example.org this-year PPL-5':
    'After the flood we offered conversations to everyone on the late shift, and nineteen people came.',
  'continuity.manager@example.org this-year TST-4':
    'Both generators carried the cold store for three hours in May. The second one needed a new battery first.',
}

/** Reasons why a statement does not apply, by e-mail, year and statement. */
export const NOT_APPLICABLE: Record<string, string> = {
  'resilience.lead@example.org last-year SRV-5':
    'Last year all our services went directly to residents. The contract with the hospital began in January.',
  'continuity.manager@example.org last-year PPL-7':
    'Production is staffed by our own employees only. We employ neither agency staff nor volunteers.',
  'continuity.manager@example.org this-year PPL-7':
    'Production is staffed by our own employees only. We employ neither agency staff nor volunteers.',
}
