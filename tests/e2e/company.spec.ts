// Journeys of a company: from the login page to being verified, with the platform in a second browser.
import { pushReloadSpreadMs } from '@yunshu/domain/message/push'
import { expect } from 'vitest'
import { pngPhoto } from './photo.ts'
import { groups, side, throughMenus } from './portal.ts'
import { fillLogin, front, home, journey, message, rowOf, settled, useProduct } from './visitor.ts'

useProduct()

const creditCode = '91310114MA1QCTERT4'
const secret = 'Qingtian#58'

journey(
  'a company registers, fills in its papers and is approved in another browser; its people get the full menu by the reload they agree to',
  async cast => {
    const boss = await cast.stranger({}, 'boss')
    const { page } = boss
    await page.goto(`${home}/login`)
    await page.getByRole('button', { name: '注册企业' }).click()
    const form = page.getByRole('form', { name: '注册企业' })
    // faults stand at the field before anything is sent
    await form.getByLabel('统一社会信用代码').fill('914403001922038217')
    await form.getByRole('button', { name: '注册' }).click()
    await form.getByText('统一社会信用代码格式不正确（18位，含校验位）').waitFor()
    await form.getByLabel('企业名称').fill('上海晴川运输有限公司')
    await form.getByLabel('统一社会信用代码').fill(creditCode)
    await form.getByRole('radio', { name: '承运商', exact: true }).check()
    await form.getByLabel('省', { exact: true }).selectOption('上海市')
    await form.getByLabel('区县').selectOption('嘉定区')
    await form.getByLabel('详细地址').fill('园区路88号')
    await form.getByLabel('联系人').fill('李静')
    await form.getByLabel('手机号').fill('19900007788')
    await form.getByLabel('管理员姓名').fill('周远')
    await form.getByLabel('登录账号').fill('qingchuan')
    await form.getByLabel('登录密码').fill(secret)
    await form.getByLabel('确认密码').fill(secret)
    await form.getByRole('button', { name: '注册' }).click()
    await page.getByText('已注册，请登录后完善企业资料并提交审核').waitFor()
    expect(await page.getByLabel('账号', { exact: true }).inputValue()).toBe('qingchuan')
    await fillLogin(page, 'qingchuan', secret)
    await settled(page)
    expect(await groups(page).getByRole('link', { name: '运力' }).count()).toBe(0)
    await groups(page).getByRole('link', { name: '企业', exact: true }).click()
    await side(page).getByText('企业资料').waitFor()
    await groups(page).getByRole('link', { name: '首页' }).click()

    await front(page)
      .getByRole('link', { name: /^完善：提交企业资料/ })
      .click()
    await settled(page)
    await front(page).getByText('请上传营业执照').waitFor()
    await front(page).getByRole('button', { name: '修改登记信息' }).click()
    const drawer = page.getByRole('dialog', { name: '修改登记信息' })
    await drawer.getByLabel('法定代表人', { exact: true }).fill('周远')
    await drawer.getByLabel('法定代表人身份证号').fill('11010519491231002X')
    await drawer.getByLabel('道路运输经营许可证号').fill('310114001234')
    await drawer.getByLabel('许可证有效期').fill('2030-12-31')
    await page.keyboard.press('Enter')
    await drawer.getByRole('button', { name: '保存' }).click()
    await drawer.waitFor({ state: 'detached' })
    const documents = (name: string) => front(page).getByRole('region', { name, exact: true })
    for (const name of ['营业执照', '道路运输经营许可证']) {
      await documents(name)
        .locator('input[type=file]')
        .setInputFiles({ name: `${name}.png`, mimeType: 'image/png', buffer: pngPhoto() })
      await documents(name)
        .getByRole('button', { name: /查看大图/ })
        .waitFor()
    }
    await front(page).getByText('资料已齐全，可以提交审核。').waitFor()
    await front(page).getByRole('button', { name: '提交审核' }).click()
    await front(page).getByText('资料已提交，平台审核通过后即可开始办理业务。').waitFor()
    await front(page).getByText('如需变更请联系平台').waitFor()

    const admin = await cast.visit('admin', '/company/list?state=pending')
    await rowOf(admin.page, '上海晴川运输有限公司').getByRole('link', { name: '上海晴川运输有限公司' }).click()
    await settled(admin.page)
    await front(admin.page).getByRole('button', { name: '通过' }).click()
    const terms = admin.page.getByRole('dialog', { name: /审核通过/ })
    await terms.getByLabel('服务分公司').click()
    await admin.page.getByTitle('运枢物流科技有限公司华东分公司').last().click()
    await terms.getByLabel('服务费率').fill('5')
    await terms.getByRole('button', { name: '通过', exact: true }).click()
    await message(admin.page, '已通过，已通知企业').waitFor()

    const asked = page.getByRole('dialog').filter({ hasText: '权限变更' })
    const loaded = page.waitForEvent('load', { timeout: pushReloadSpreadMs + 60_000 })
    await asked.getByRole('button').last().click()
    await loaded
    await settled(page)
    await front(page).getByText('资料已提交').waitFor({ state: 'detached' })
    await throughMenus(page, '运力', '车辆管理')
  },
)
