/** What is explained, in the order of a newcomer's questions. */
export const topics = ['wallet', 'sign', 'machine', 'topUp', 'withdraw', 'silent', 'check'] as const
export type TopicName = (typeof topics)[number]

/** The topic an address opens; none where it names no other. */
export function topicOf(named: string | null): TopicName | null {
  return topics.find((topic) => topic === named) ?? null
}
