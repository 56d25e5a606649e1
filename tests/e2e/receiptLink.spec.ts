// A journey of a receipt photographed by a phone that signs in nowhere: it scans the code of the desk.
import { expect } from 'vitest'
import { fits, passerBy } from './sharing.ts'
import { addressOf, goInside, journey, rows, useProduct } from './visitor.ts'
import { dialogOf, largePhoto, photo, section, slowLine } from './waybillPage.ts'

useProduct()

journey(
  'a phone that scans the code of a record hands its receipt in; the pictures appear at the desk, and the link dies with the dialog',
  async cast => {
    const { page } = await cast.visit('carrier', '/waybill/list')
    await goInside(page, '/waybill/list?state=signed&receiptState=waiting')
    await rows(page).first().getByRole('link', { name: /^YD/ }).click()
    const made = page.waitForResponse(answer => answer.url().includes('/receipt/link/open'))
    await section(page, '回单').getByRole('button', { name: '手机扫码上传' }).click()
    const { data } = (await (await made).json()) as { data: { code: string } }
    const scanning = dialogOf(page, '手机扫码上传回单')
    await scanning.getByText('手机上不用登录').waitFor()

    const visitor = await passerBy(cast)
    const phone = visitor.page
    visitor.expectComplaint(/ERR_INTERNET_DISCONNECTED/)
    await phone.goto(`${new URL(page.url()).origin}/share/download#up=${data.code}`)
    await phone.getByText('还可上传 9 张').waitFor()
    expect(await fits(phone)).toBe(0)
    expect(await phone.evaluate(() => document.cookie)).not.toContain('token')
    const album = phone.getByLabel('从相册选')
    await album.setInputFiles([photo('正面.png'), photo('背面.png')])
    await phone.getByText('已上传 2 张').waitFor()
    await scanning.getByText('已收到 2 个文件').waitFor()
    await section(page, '回单')
      .getByRole('button', { name: /^查看大图 背面/, includeHidden: true })
      .waitFor()

    // photos that did not get through stay, and are sent again once
    const again = phone.getByRole('button', { name: '重试' })
    const quicken = await slowLine(phone, 40_000)
    await album.setInputFiles(largePhoto('签章.png', 2_000_000))
    await phone.getByText(/^已上传 [1-9]\d*%$/).waitFor()
    await phone.getByRole('button', { name: '停止', exact: true }).click()
    await phone.getByText('已停止').waitFor()
    await quicken()
    await visitor.context.setOffline(true)
    await again.click()
    await phone.getByText('已停止').waitFor({ state: 'detached' })
    await again.waitFor()
    await visitor.context.setOffline(false)
    await again.click()
    await phone.getByText('已上传 3 张').waitFor()
    await scanning.getByText('已收到 3 个文件').waitFor()

    const ended = page.waitForResponse(answer => answer.url().includes('/receipt/link/close'))
    await scanning.getByRole('button', { name: /完\s?成/ }).click()
    await ended
    await album.setInputFiles(photo('多余.png'))
    await phone.getByRole('heading', { name: '链接已失效' }).waitFor()
    await expect
      .poll(() =>
        section(page, '回单')
          .getByRole('button', { name: /^查看大图/ })
          .count(),
      )
      .toBe(3)

    // a photo that was taken is not lost: the next code of the same waybill takes it along
    await phone.getByText('还有 1 张没有上传').waitFor()
    const anew = page.waitForResponse(answer => answer.url().includes('/receipt/link/open'))
    await section(page, '回单').getByRole('button', { name: '手机扫码上传' }).click()
    const next = (await (await anew).json()) as { data: { code: string } }
    await phone.evaluate(code => {
      location.hash = `up=${code}`
    }, next.data.code)
    await phone.getByText('已上传 4 张').waitFor()
    await phone.getByText('还可上传 8 张').waitFor()
    await scanning.getByText('已收到 1 个文件').waitFor()
    await scanning.getByRole('button', { name: /完\s?成/ }).click()

    // the dialog an address opens gives its place to the code, and takes it back
    await goInside(page, `${addressOf(page)}?act=uploadReceipt`)
    const upload = dialogOf(page, /^上传回单/)
    await upload.getByRole('button', { name: '手机扫码上传' }).click()
    await scanning.getByText('手机上不用登录').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    await scanning.getByRole('button', { name: /完\s?成/ }).click()
    await upload.waitFor()
  },
)
