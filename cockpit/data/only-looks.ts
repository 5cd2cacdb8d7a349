/** What a viewer is told, wherever they try to decide. */
export const ONLY_LOOKS = 'You may look but not decide. An administrator can make you a reviewer.'
