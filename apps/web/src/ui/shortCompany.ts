// Names of companies as people say them: without the words of their legal form.

/** 昆明滇鲜农产品有限公司 as 昆明滇鲜农产品; names of people stay as they are. */
export const shortCompany = (name: string): string => name.replace(/(?:股份)?有限(?:责任)?公司$/, '') || name

/** 运枢物流科技有限公司华北分公司 as 华北分公司: the part by which branches of one company differ. */
export const shortBranch = (name: string): string => name.replace(/^.+公司(?=.*分公司$)/, '') || name
